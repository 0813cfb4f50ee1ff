// Foundation for the libraries: its part without locales and networking, if the system has that apart, else all of it.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
