//! The viewport: the only file that joins the window and the renderer.
