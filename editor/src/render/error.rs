//! What can go wrong between a snapshot and a picture.

/// A picture that could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// No graphics adapter answered.
    #[error("no graphics adapter was found: {message}")]
    NoAdapter {
        /// What the driver said.
        message: String,
    },
    /// The adapter gave no device.
    #[error("the graphics adapter gave no device: {message}")]
    NoDevice {
        /// What the driver said.
        message: String,
    },
    /// The picture has no pixels, or more than the device can hold.
    #[error(
        "a picture of {width} by {height} pixels cannot be made; each side must lie in 1..={limit}"
    )]
    Size {
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
        /// Largest side.
        limit: u32,
    },
    /// Eye, target or field of view is not usable.
    #[error("the camera is not usable: {message}")]
    View {
        /// What is wrong.
        message: &'static str,
    },
    /// A mesh names a vertex, branch or material that is not there.
    #[error("plant {plant}: {message}")]
    Plant {
        /// Hash of the plant.
        plant: String,
        /// What is wrong.
        message: &'static str,
    },
    /// The device refused a shader, a pipeline or a command, or ran out of memory.
    #[error("the graphics device refused: {message}")]
    Device {
        /// What the device said.
        message: String,
    },
    /// The text of a shader has a fault.
    #[error("the shader {place}: {message}")]
    Shader {
        /// File and line.
        place: String,
        /// What is wrong.
        message: String,
    },
    /// The picture did not come back.
    #[error("the picture could not be read back: {message}")]
    ReadBack {
        /// What the device said.
        message: String,
    },
}

impl RenderError {
    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoAdapter { .. } | Self::NoDevice { .. } => {
                "Install a Vulkan driver; on Debian and Ubuntu the package mesa-vulkan-drivers draws without a graphics card."
            }
            Self::Size { .. } => "Choose another size.",
            Self::View { .. } => "Frame all, or set the camera's numbers again.",
            Self::Plant { .. } => "Grow or import the tree again.",
            Self::Device { .. } => "Lower the quality or the size, or update the graphics driver.",
            Self::Shader { .. } => "Mend the file; until then the last good one is used.",
            Self::ReadBack { .. } => "Try again; if it stays, restart the program.",
        }
    }
}
