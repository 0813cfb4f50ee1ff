package import FoundationEssentials

/// The checkout whose tests run.
package enum Checkout {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// A file or folder, by its path from the top.
    package static subscript(path: String) -> URL { folder.appending(path: path) }
}
