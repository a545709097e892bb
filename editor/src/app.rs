//! The application: one frame on one page.
