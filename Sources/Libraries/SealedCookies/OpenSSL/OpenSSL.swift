#if OpenSSL
    import COpenSSL

    /// The OpenSSL of this process, which libcurl and libpq use as well.
    package enum OpenSSL {
        /// Leaves OpenSSL's tables in memory when the process exits.
        ///
        /// Else they are freed, also if a thread that is connecting to the database still reads them. Call this before
        /// any other use of OpenSSL, or it has no effect.
        package static func keepTablesAtExit() {
            _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
        }
    }
#endif
