//! Commands: headless twins of what the window does.
