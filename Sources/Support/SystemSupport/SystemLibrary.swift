// The system's C library, for this module and those that import it.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif
