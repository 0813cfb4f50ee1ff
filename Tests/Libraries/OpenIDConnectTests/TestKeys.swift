/// Keys made for these tests alone; they guard nothing.
enum TestKeys {
    static let rsa = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDU9C+ngaRiFYlj
        WuGh1cbyKBB68CszTLyTRbfSoJZjSbY+Nj5s0Amhx20A2d4aWgsbcnkusyN9hgHG
        RBKRu+0JK32GuNQiSI7pJHhVS+9UsooZb3Uez553feeoGz7WwXFoNHVkWKxW9HW5
        w7ldi0QFVGwaq9M+/457UuYLULMT7bm6rIcddT/IsdXoYpFJf7g0rnpneWs4iWnn
        w1GI68Fa4NEcutGIbzx4IZII3L7BP+xGSHwfcokGqisGurxlRmnZ7KZ7yBUDqvWK
        TMtriq7WAl7VqQyoYrtaqa/T7K65Z12RMbDtTx27A4DGxfv1zZK3OS/MoLYl/d5D
        MFh9JYphAgMBAAECggEACVmdXAfzrUDP0vZzELV/sjMzIgq4gtycLQUzIILfh4V9
        hHbCP+nUem90qERonZSVh0N78aJ47PJ80nU7sX1kV3I65TbpTYYNDEyHIgue+wOJ
        z7sWk98+0HVNPhLQLAK7VX10KA9CpeC+6ISg92v9dRRzWKpxsILtARovMpD9A+No
        I+5UxZNjCCOSLgm8aMGSDG26F+RHTGLKHTQV8CZyZDm/Nqo+T2f233HVGhwsV7bf
        2Fvhk4q1CBNE/I5ELbAIT5qPYyD2JLTGKi+q/W3+tTqt0pRye+uU8sFp9KXPwl1q
        ip5iBlTbIG8XXFDVam73o5LDkEKQELxB+CjARjkhiQKBgQD7wgh5LWUK14VCKN3n
        vKitjd+HOO9/zfdDg+Z5M35n6RQK3FKX1F9dMFEm6hJCC8d3cgVTV8Jol4L51UHI
        CrDkW9qcMhjW9tu4hU3gdAxLf2NcFquTOganEKgu4v80hE5D7XSirz17M45jeK/2
        FKS8VZ2wtIgZ0DLXY9tkFjTPVQKBgQDYisUtIO+iuVa3/frbxbDv33SO826icw8x
        HHMYop2QuLzxoWJPtYzM32TmE5nqdWVHZCUYMdgFfy9IVwnFQBkO2BI4C0nL+wYN
        j0OVgZIJjTY/ns4Mue43wa101hSheGKjlBZSA/wQdyhEGj74pPCaudNxqHoWrnar
        M0B0NEhW3QKBgQDfdDxDGfiaI+sCavVy72+kA83H3tAs1upGAbe6Eet7XVRNw3qH
        ipdORklxSccE2iGkMg7qB3Xlkb1N9GvbmymgtqqVgp2rhxZEdAVIWJhlFl9haDnH
        hnRLKqysWQx9V4WEIyooD3R5eqxCO+eqem4xP6ikI8i9aJ8HsHkVH+SltQKBgGP/
        ycjqcd/qyVJUttlxNSHBRrmRT6Ezk2txoPFaf3tK5O6NQbJfu/MMozLhEG5G4ouS
        gtLmicUYFATLNRbjX+8L93XsOJs7hHMUmvhbCs7gaJH+y1bzMkCLb4gKKSLcTmkO
        RTSA5JHSBUVV/Yij2v0JHc1aKW96CBFNrNE9J779AoGBAMrR1hblTDQeT8YrhM1I
        RKRrFCaFXF6aLFspJ3teI9kx09FcDbL35ZCwE5mci2gTqFOSyelv9L/ayb6tQPYG
        FH50sMrecVvstfp/TIcG1Xq996ruM43q8O+i8g28MHasbTMLdeyC7oLEWT9trVbE
        ViACd8AoaHm4JaUEQInStWk3
        -----END PRIVATE KEY-----
        """

    static let otherRSA = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDNNHLs9aaQkDI5
        khC6MDcXHTwtiN5sugTNgr0d6PfRzB2i9uo4GvTwxTrJJKcj8a8hO9jyfx3j+8dw
        5dGjUEBwVAQ4ADxfv7m7807fK/PMZzV98icRlxisDDQc/elBaZHFmYR//T4Itf1f
        23uHH0GuqIEBRdex8ELh3phhzY45yWhgdMfS5FHOGGqPVJCQitLF1mI8jZ1Pguk0
        j/nEgR5N4sn9SC1i7Je6uyFMNBfkJvN18AjOPcBNoxXqTCVxjByKDXdSSsJgr+uG
        pdhr+Q7z5KICMwXnabhVXMy/oEufiP4dHaDhMy3qPj0efpwvmOqjCRv7SblzP74H
        tUTUQ26FAgMBAAECggEAMED8IXKmh2oRFW6ellnOKpZKV17PBvw7MuRiek0VMXVx
        JqgvbaARJykJ6NDAqPglOYhsPKHdsoW7YXX5dRDjBkcLcuvDRrS8BVFyo5IfU1qV
        vpcZzs4cFCEOhB7FIgekKrYt7TbsxnmdKlRfWOfltx+SrmzxCru3zotcg+slXbrt
        /p5fsn5fXZQS1adDJJemK2wFQRf4hpndIKPlolCT75UOYTqjvMdUi9KDQcAwY+NY
        5SrJqgTH5M81JxZlgBQs2axEkOncVCa39We37Ge2MTP4eylGOg6r+1C8m/uM5pIJ
        v8uGAvhDrWQtrLKsQWIHL3op23NL3kCKbZmXNDqqhQKBgQDth0HniGHfCL+jh8hL
        8cCL+lEGlzJrk/O7ZT3/lyW6S9/w3aaxvIhBmAeeFPQ3mKYemVqF60gpR97KsybH
        hCzOZxmDNE8ESQrJnlg9CC1dALtcON3T+zHmU6QTfIWL08F4AD0oHiCQQAx9nerF
        KOGKthZeveK4WfW+0NXN3SQLUwKBgQDdKbEmzyJ8aAhasZkttyVlBtqlmTWgFwyM
        74NPEzk7tKbFauWwwAF52Qc3doPuYVXLbzPWoN8Q8PNr2iVGKjWDB7VGPc3OxSbI
        kZRu2jEl90+3hfXnqexWRI3qxOM4BzMlATKRq8ufx7tj00wLt47IiVb78CgCFhwF
        hj4NzQO7xwKBgCqBmfmlHl6bYjARjHaKvLpQAU/8nrlBsMxIQeALXGUKTvj7sWj9
        JCUY38QaW9nXJ2MyblCo2jEI+4WqqbXqoVoOeTJRmhJaP+P0wjWp0PRjvSOzyX61
        5Sgir6oNDpkHPAgNguQ6//jQfWu9ZtYBitsX2sj5kikLcD7FgH1mpZyhAoGBAJqI
        xEjq2Rz2kEfW6sJ/w3hZFrQ5XrgTAukDfsvlEcu/SfyN2hrrvtxGIn3FqSALESjJ
        9f3VgKhUxLIqxnrFiYiZ/Tcsfj8pkRT6bC4c9dSifygsSYvrNsF8u3E8y8vddAY6
        VPxmfyyRIkX5YZyaUQGcvZPi1gHHMyNFDt0T0LUHAoGBAK02Qt8bJEK9PYfNeua2
        TeWwqW4pxt8XAs5I1y/2w1ep3Bzmx38J36BqxB6WSIiMPwVuA8sZc346ndMWAlUM
        15oz5eViCnQi0zCs/uaQsQPZu8PYmsHxkicP5+rsYQlztzT2ycyZ5nOdwoqQnnjx
        VM7qBu7IODQkH9+uaN27JFGu
        -----END PRIVATE KEY-----
        """

    /// The thumbprint of ``rsa``, from another program (RFC 7638).
    static let rsaThumbprint = "xjpLXGqdsjqXJ-hMSMrIbk8_3UM1EPGif3cRAqIO8H0"

    static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgctUjG6jDQNfNFhT9
        iVO+/TiAT95bJ3XXH1hxJziu8uShRANCAASKjpFURzp7/i0Hqt0n8RxCTssiIKPO
        qfPDSBRWp3Qy37WCr8bGX8T88Og1VzVX9lyUPs4QVa3sYKavWt5gzO96
        -----END PRIVATE KEY-----
        """
    /// The thumbprint of ``p256``, from another program.
    static let p256Thumbprint = "1y0G28RDRG65bs3MwAJhe6JZMGHhHtG06uBZn4QYIY8"

    /// The key of RFC 8037, appendix A.1, in PKCS #8 (RFC 8410, section 7).
    static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----
        """
    /// The thumbprint of ``ed25519``, from RFC 8037, appendix A.3.
    static let ed25519Thumbprint = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"

    /// The modulus of an RSA key of 1,024 bits.
    static let weakModulus =
        "yMjaLJzVuTqqkenmAEwDwJXUtNL86UBNUNtJJ0ypQcfAozJ3IYJMkSUgMic1ZF6L-cussR_BVFdFAbDbLoZh7Z00g-RxWI2GuTMgbUcDM2Fy8OcIXdoJTxL5Nl5B7j1k-cVXhwopTDLfp6oQ6rjpWhGJtFQGJ55X9VgIBF-MvCs"
}
