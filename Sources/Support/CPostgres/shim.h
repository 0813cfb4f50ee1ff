#pragma once
#include <libpq-fe.h>

// The fields of an error are named by character constants, which Swift doesn't import as the int that is wanted.
// NULL where the error didn't come from the server.
static inline const char *cpostgres_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

// The first line alone: detail and hint may repeat what was bound.
static inline const char *cpostgres_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline void cpostgres_ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

// By default libpq writes the server's notices to standard error.
static inline void cpostgres_silence_notices(PGconn *connection) {
    PQsetNoticeProcessor(connection, cpostgres_ignore, NULL);
}
