#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>

// glibc's headers have it only with GNU extensions, which must be the same in all C modules that Swift imports.
#if defined(__linux__) && !defined(POLLRDHUP)
#define POLLRDHUP 0x2000
#endif

// `curl_easy_setopt`, `curl_easy_getinfo` and `curl_multi_setopt` are variadic, and Swift can't call a variadic C
// function.
// One inline function for each type of argument: the compiler then checks what libcurl can't.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

// libcurl copies the text; NULL puts the option back.
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

// The body, which libcurl copies. The size must be set before CURLOPT_COPYPOSTFIELDS. NULL would mean that a function
// provides the body.
static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, size_t count) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count ? (const char *)bytes : "");
}

// libcurl keeps the pointer: what it points to must live as long as the transfer.
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

// libcurl keeps the list: its nodes and their text must live as long as the transfer.
static inline CURLcode ccurl_set_fields(CURL *easy, struct curl_slist *list) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

// CURLOPT_CAINFO_BLOB without a copy: the bytes must live as long as the transfer.
static inline CURLcode ccurl_set_roots(CURL *easy, void *bytes, size_t count) {
    struct curl_blob blob = { bytes, count, CURL_BLOB_NOCOPY };
    return curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob);
}

// CURLOPT_HEADERFUNCTION and CURLOPT_WRITEFUNCTION: a function that takes what was received.
typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receive function) {
    return curl_easy_setopt(easy, option, function);
}

// CURLOPT_PREREQFUNCTION: called each time a request is about to be sent.
typedef int (*ccurl_before_request)(void *context, char *remote, char *local, int remote_port, int local_port);

static inline CURLcode ccurl_set_before_request(CURL *easy, ccurl_before_request function) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

// CURLOPT_SOCKOPTFUNCTION: called with each new socket, before it connects.
typedef int (*ccurl_new_socket)(void *context, curl_socket_t socket, curlsocktype purpose);

static inline CURLcode ccurl_set_new_socket(CURL *easy, ccurl_new_socket function) {
    return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, function);
}

// CURLOPT_DEBUGFUNCTION: called with each thing that libcurl says of the transfer from now on, and with what it sends and
// receives.
typedef int (*ccurl_listen)(CURL *easy, curl_infotype type, char *bytes, size_t count, void *context);

static inline CURLcode ccurl_set_listener(CURL *easy, ccurl_listen function, void *context) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, function);
    if (result == CURLE_OK) result = curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
    return result == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L) : result;
}

// The local port of a socket; -1 if it has none.
static inline int ccurl_local_port(curl_socket_t socket) {
    union {
        struct sockaddr any;
        struct sockaddr_in ipv4;
        struct sockaddr_in6 ipv6;
    } address;
    socklen_t length = sizeof address;
    if (getsockname(socket, &address.any, &length) != 0) return -1;
    switch (address.any.sa_family) {
    case AF_INET: return ntohs(address.ipv4.sin_port);
    case AF_INET6: return ntohs(address.ipv6.sin6_port);
    default: return -1;
    }
}

// What has come in on a socket, without reading it.
typedef enum {
    ccurl_socket_quiet,
    ccurl_socket_has_input,
    // The peer has closed the connection, perhaps after some input, or it is broken.
    ccurl_socket_ended,
} ccurl_socket_state;

static inline ccurl_socket_state ccurl_look_at_socket(curl_socket_t socket) {
    struct pollfd look = { .fd = socket, .events = POLLIN };
    short ended = POLLHUP | POLLERR | POLLNVAL;
#ifdef POLLRDHUP
    look.events |= POLLRDHUP;
    ended |= POLLRDHUP;
#endif
    int found = poll(&look, 1, 0);
    if (found == 0) return ccurl_socket_quiet;
    return found < 0 || (look.revents & ended) ? ccurl_socket_ended : ccurl_socket_has_input;
}

// Whether OpenSSL has bytes of a transfer's TLS connection that libcurl has not taken; also true if libcurl uses
// another library, whose buffer can't be looked into.
static inline bool ccurl_tls_may_have_input(CURL *easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return true;
    if (session->backend != CURLSSLBACKEND_OPENSSL || !session->internals) return true;
    return SSL_has_pending((const SSL *)session->internals);
}

// CURLINFO_PRIVATE: what was set as CURLOPT_PRIVATE.
static inline void *ccurl_get_private(CURL *easy) {
    void *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&value) == CURLE_OK ? value : NULL;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// A transfer that is done, and its result, which is in a union of CURLMsg; NULL if none is done.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

// Where libcurl was built to look for roots; NULL if it doesn't say. CURLVERSION_NOW is a macro for an enumerator,
// which Swift doesn't import.
static inline const char *ccurl_roots_directory(void) {
    return curl_version_info(CURLVERSION_NOW)->capath;
}

static inline const char *ccurl_roots_file(void) {
    return curl_version_info(CURLVERSION_NOW)->cainfo;
}
