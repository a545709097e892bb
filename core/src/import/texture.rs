//! Images of base colours, decoded within limits.

use std::io::Cursor;

use gltf_json::Image;
use image::{DynamicImage, ImageDecoder as _, ImageReader};

use super::{
    Resolver,
    accessor::Source,
    limits::Budget,
    uri::{self, Target},
};
use crate::plant::Texture;

/// Longest side that is kept; larger images are made smaller.
const LONGEST_SIDE: u32 = 2048;
/// Largest image file that is asked for.
const LARGEST_FILE: usize = 256 << 20;

/// Decodes each image once.
pub(super) struct Textures<'a> {
    document: &'a Source<'a>,
    resolver: &'a dyn Resolver,
    #[expect(
        clippy::option_option,
        reason = "not read yet, read and unusable, read"
    )]
    read: Vec<Option<Option<Texture>>>,
}

impl<'a> Textures<'a> {
    /// Nothing is read yet.
    pub(super) fn new(document: &'a Source<'a>, resolver: &'a dyn Resolver) -> Self {
        Self {
            document,
            resolver,
            read: vec![None; document.root.images.len()],
        }
    }

    /// The image of texture `number`; `None`, with one note, where it cannot be had.
    pub(super) fn read(
        &mut self,
        number: usize,
        budget: &mut Budget,
        notes: &mut Vec<String>,
    ) -> Option<Texture> {
        let Some(image) = self.image_number(number) else {
            notes.push(format!(
                "Texture {number} names no image that can be read; it is left out."
            ));
            return None;
        };
        if let Some(known) = self.read.get(image)?.clone() {
            let texture = known?;
            return budget
                .take(texture.rgba.len() as u64, 1, "images")
                .is_ok()
                .then_some(texture);
        }
        let result = self.decode(image, budget);
        let texture = match result {
            Ok(texture) => Some(texture),
            Err(why) => {
                notes.push(format!("images[{image}] is left out: {why}."));
                None
            }
        };
        self.read[image] = Some(texture.clone());
        texture
    }

    fn image_number(&self, number: usize) -> Option<usize> {
        let texture = self.document.root.textures.get(number)?;
        let webp = texture
            .extensions
            .as_ref()
            .and_then(|extensions| extensions.others.get("EXT_texture_webp"))
            .and_then(|extension| extension.get("source")?.as_u64());
        let image = match webp {
            Some(image) => usize::try_from(image).ok()?,
            None => texture.source.value(),
        };
        (image < self.document.root.images.len()).then_some(image)
    }

    fn decode(&self, number: usize, budget: &mut Budget) -> Result<Texture, String> {
        let image = self.document.root.images.get(number);
        let image = image.ok_or_else(|| String::from("it does not exist"))?;
        if let Some(view) = image.buffer_view {
            let bytes = self
                .document
                .view(view)
                .map_err(|error| error.to_string())?;
            return decode(bytes, budget);
        }
        self.decode_uri(image, number, budget)
    }

    fn decode_uri(
        &self,
        image: &Image,
        number: usize,
        budget: &mut Budget,
    ) -> Result<Texture, String> {
        let Some(uri) = &image.uri else {
            return Err(String::from("it has neither a URI nor a bufferView"));
        };
        let place = format!("images[{number}]");
        match uri::target(uri, &place).map_err(|error| error.to_string())? {
            Target::Data(bytes) => decode(&bytes, budget),
            Target::File => {
                let bytes = self.resolver.resolve(uri, LARGEST_FILE).map_err(|why| {
                    format!("the file `{}` cannot be read: {why}", uri::short(uri))
                })?;
                budget.add_file(bytes.len());
                decode(&bytes, budget)
            }
        }
    }
}

fn decode(bytes: &[u8], budget: &mut Budget) -> Result<Texture, String> {
    let unreadable = |error: image::ImageError| format!("the image cannot be read ({error})");
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| format!("the image cannot be read ({error})"))?;
    let decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 || !budget.allows(decoder.total_bytes()) {
        return Err(format!(
            "{width} × {height} pixels are more than a file of this size may hold"
        ));
    }
    let mut decoded = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    if width.max(height) > LONGEST_SIDE {
        decoded = decoded.thumbnail(LONGEST_SIDE, LONGEST_SIDE);
    }
    let pixels = decoded.into_rgba8();
    let texture = Texture {
        width: pixels.width(),
        height: pixels.height(),
        rgba: pixels.into_raw(),
    };
    budget
        .take(texture.rgba.len() as u64, 1, "images")
        .map_err(|error| error.to_string())?;
    Ok(texture)
}
