//! Numbers out of buffers: every length is checked before anything is read or allocated.

use gltf_json::{
    Accessor, Index, Root,
    accessor::{ComponentType, Type},
    buffer::View,
    validation::Checked,
};

use super::{ImportError, buffers::Bytes, limits::Budget};

/// The document with its bytes.
pub(super) struct Source<'a> {
    /// The document.
    pub(super) root: &'a Root,
    buffers: &'a [Bytes<'a>],
}

/// Where the elements of an accessor lie.
struct Layout<'a> {
    /// From the first element on; `None`: all elements are zero.
    data: Option<&'a [u8]>,
    stride: usize,
    count: usize,
    component: ComponentType,
    normalized: bool,
}

impl<'a> Source<'a> {
    /// `buffers` as [`super::buffers::load`] gives them.
    pub(super) fn new(root: &'a Root, buffers: &'a [Bytes<'a>]) -> Self {
        Self { root, buffers }
    }

    /// Number of elements that the accessor claims.
    pub(super) fn count(&self, index: Index<Accessor>) -> u64 {
        self.root
            .accessors
            .get(index.value())
            .map_or(0, |accessor| accessor.count.0)
    }

    /// Number of components of an element.
    pub(super) fn width(&self, index: Index<Accessor>) -> usize {
        let accessor = self.root.accessors.get(index.value());
        accessor.map_or(0, |accessor| match accessor.type_ {
            Checked::Valid(kind) => kind.multiplicity(),
            Checked::Invalid => 0,
        })
    }

    /// Elements of `N` components as floats; normalised integers as −1..1 or 0..1.
    pub(super) fn floats<const N: usize>(
        &self,
        index: Index<Accessor>,
        budget: &mut Budget,
    ) -> Result<Vec<[f32; N]>, ImportError> {
        let accessor = self.accessor(index)?;
        let place = place(index);
        let layout = self.layout(accessor, N, &place, budget)?;
        let mut elements = vec![[0.0; N]; layout.count];
        if let Some(data) = layout.data {
            for (element, bytes) in elements.iter_mut().zip(data.chunks(layout.stride)) {
                *element = read_floats(bytes, layout.component, layout.normalized);
            }
        }
        if let Some((indices, values)) = self.sparse(accessor, N, &place, budget)? {
            let values = values
                .data
                .unwrap_or_default()
                .chunks(values.stride)
                .map(|bytes| read_floats(bytes, layout.component, layout.normalized));
            for (at, value) in indices.into_iter().zip(values) {
                if let Some(element) = elements.get_mut(at as usize) {
                    *element = value;
                }
            }
        }
        Ok(elements)
    }

    /// Scalars as unsigned integers; floats are rounded down, negative ones are 0.
    pub(super) fn integers<const N: usize>(
        &self,
        index: Index<Accessor>,
        budget: &mut Budget,
    ) -> Result<Vec<[u32; N]>, ImportError> {
        let accessor = self.accessor(index)?;
        if accessor.sparse.is_some() {
            // Floats hold sparse 24-bit numbers exactly, enough for the joints and numbers written this way.
            let floats = self.floats::<N>(index, budget)?;
            return Ok(floats
                .into_iter()
                .map(|element| element.map(|number| number as u32))
                .collect());
        }
        let layout = self.layout(accessor, N, &place(index), budget)?;
        let Some(data) = layout.data else {
            return Ok(vec![[0; N]; layout.count]);
        };
        let size = layout.component.size();
        Ok(data
            .chunks(layout.stride)
            .take(layout.count)
            .map(|bytes| {
                let mut components = bytes.chunks_exact(size);
                [(); N].map(|()| {
                    components
                        .next()
                        .map_or(0, |bytes| read_integer(bytes, layout.component))
                })
            })
            .collect())
    }

    /// Bytes of a buffer view.
    pub(super) fn view(&self, index: Index<View>) -> Result<&'a [u8], ImportError> {
        let fault = |message: String| {
            let place = format!("bufferViews[{}]", index.value());
            ImportError::new(place, message, super::EXPORT_AGAIN)
        };
        let Some(view) = self.root.buffer_views.get(index.value()) else {
            return Err(fault(String::from("it does not exist")));
        };
        for name in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
            let extensions = view.extensions.as_ref();
            if extensions.is_some_and(|extensions| extensions.others.contains_key(name)) {
                let place = format!("bufferViews[{}]", index.value());
                return Err(super::extensions::refuse(&place, name));
            }
        }
        let buffer = self.buffers.get(view.buffer.value());
        let bytes = buffer.map(Bytes::as_slice).unwrap_or_default();
        let (offset, length) = (
            view.byte_offset.map_or(0, |offset| offset.0),
            view.byte_length.0,
        );
        slice(bytes, offset, length).ok_or_else(|| {
            fault(format!(
                "it needs {length} bytes from byte {offset} of a buffer of {}",
                bytes.len()
            ))
        })
    }

    fn accessor(&self, index: Index<Accessor>) -> Result<&'a Accessor, ImportError> {
        self.root
            .accessors
            .get(index.value())
            .ok_or_else(|| ImportError::new(place(index), "it does not exist", super::EXPORT_AGAIN))
    }

    fn layout(
        &self,
        accessor: &Accessor,
        width: usize,
        place: &str,
        budget: &mut Budget,
    ) -> Result<Layout<'a>, ImportError> {
        let fault = |message: String| Err(ImportError::new(place, message, super::EXPORT_AGAIN));
        let Checked::Valid(component) = accessor.component_type else {
            return fault(String::from("its componentType is not one of glTF's"));
        };
        let kind = match accessor.type_ {
            Checked::Valid(kind) => kind,
            Checked::Invalid => return fault(String::from("its type is not one of glTF's")),
        };
        if kind.multiplicity() != width || matches!(kind, Type::Mat2) {
            return fault(format!(
                "its elements have {} components where {width} are needed",
                kind.multiplicity()
            ));
        }
        let component = component.0;
        let size = width * component.size();
        let count = accessor.count.0;
        let Some(view_index) = accessor.buffer_view else {
            budget.take(count, 4 * width, place)?;
            return Ok(Layout {
                data: None,
                stride: size,
                count: count as usize,
                component,
                normalized: accessor.normalized,
            });
        };
        let view = self.view(view_index)?;
        let stride = self
            .root
            .buffer_views
            .get(view_index.value())
            .and_then(|view| view.byte_stride)
            .map_or(size, |stride| stride.0);
        if stride < size {
            return fault(format!(
                "its stride of {stride} bytes is less than an element's {size}"
            ));
        }
        let offset = accessor.byte_offset.map_or(0, |offset| offset.0);
        let length = match count.checked_sub(1) {
            Some(gaps) => gaps
                .saturating_mul(stride as u64)
                .saturating_add(size as u64),
            None => 0,
        };
        let Some(data) = slice(view, offset, length) else {
            return fault(format!(
                "its {count} elements need {length} bytes from byte {offset}, but the view has {}",
                view.len()
            ));
        };
        budget.take(count, 4 * width, place)?;
        Ok(Layout {
            data: Some(data),
            stride,
            count: count as usize,
            component,
            normalized: accessor.normalized,
        })
    }

    /// Numbers of the replaced elements, and where their values lie.
    fn sparse(
        &self,
        accessor: &Accessor,
        width: usize,
        place: &str,
        budget: &mut Budget,
    ) -> Result<Option<(Vec<u32>, Layout<'a>)>, ImportError> {
        let Some(sparse) = &accessor.sparse else {
            return Ok(None);
        };
        let fault = |message: &str| ImportError::new(place, message, super::EXPORT_AGAIN);
        let (Checked::Valid(component), Checked::Valid(index_component)) =
            (accessor.component_type, sparse.indices.component_type)
        else {
            return Err(fault(
                "its sparse part has a componentType that is not one of glTF's",
            ));
        };
        let count = sparse.count.0;
        let (component, index_component) = (component.0, index_component.0);
        let (index_size, size) = (index_component.size(), width * component.size());
        let index_view = self.view(sparse.indices.buffer_view)?;
        let value_view = self.view(sparse.values.buffer_view)?;
        let bytes =
            |view, offset, size: usize| slice(view, offset, count.saturating_mul(size as u64));
        let (Some(index_data), Some(data)) = (
            bytes(index_view, sparse.indices.byte_offset.0, index_size),
            bytes(value_view, sparse.values.byte_offset.0, size),
        ) else {
            return Err(fault("its sparse part is longer than its bufferView"));
        };
        budget.take(count, size_of::<u32>(), place)?;
        let indices: Vec<u32> = index_data
            .chunks(index_size)
            .map(|bytes| read_integer(bytes, index_component))
            .collect();
        if indices
            .iter()
            .any(|index| u64::from(*index) >= accessor.count.0)
        {
            return Err(fault("its sparse part names an element beyond its count"));
        }
        let layout = Layout {
            data: Some(data),
            stride: size,
            count: count as usize,
            component,
            normalized: accessor.normalized,
        };
        Ok(Some((indices, layout)))
    }
}

fn place(index: Index<Accessor>) -> String {
    format!("accessors[{}]", index.value())
}

fn slice(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = usize::try_from(offset.checked_add(length)?).ok()?;
    bytes.get(start..end)
}

fn read_floats<const N: usize>(
    bytes: &[u8],
    component: ComponentType,
    normalized: bool,
) -> [f32; N] {
    let mut parts = bytes.chunks_exact(component.size());
    [(); N].map(|()| {
        parts
            .next()
            .map_or(0.0, |part| read_float(part, component, normalized))
    })
}

fn read_float(bytes: &[u8], component: ComponentType, normalized: bool) -> f32 {
    let (value, most) = match (component, bytes) {
        (ComponentType::F32, &[a, b, c, d]) => return f32::from_le_bytes([a, b, c, d]),
        (ComponentType::U32, &[a, b, c, d]) => return u32::from_le_bytes([a, b, c, d]) as f32,
        (ComponentType::I8, &[a]) => (f32::from(i8::from_le_bytes([a])), 127.0),
        (ComponentType::U8, &[a]) => (f32::from(a), 255.0),
        (ComponentType::I16, &[a, b]) => (f32::from(i16::from_le_bytes([a, b])), 32767.0),
        (ComponentType::U16, &[a, b]) => (f32::from(u16::from_le_bytes([a, b])), 65535.0),
        _ => (0.0, 1.0),
    };
    if normalized {
        (value / most).max(-1.0)
    } else {
        value
    }
}

fn read_integer(bytes: &[u8], component: ComponentType) -> u32 {
    match (component, bytes) {
        (ComponentType::U8, &[a]) => u32::from(a),
        (ComponentType::U16, &[a, b]) => u32::from(u16::from_le_bytes([a, b])),
        (ComponentType::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => read_float(bytes, component, false) as u32,
    }
}
