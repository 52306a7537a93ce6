//! What judges backgammon: nets and bearoff tables.
