//! Files on disk: reading inside a folder, saving without loss.
