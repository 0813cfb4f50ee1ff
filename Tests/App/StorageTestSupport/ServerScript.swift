/// The shell script that runs a PostgreSQL server in a separate folder for as long as its input is open, and executes
/// each line of the input.
///
/// It ends with the tests' process, however that ends, and takes the server and the folder along.
enum ServerScript {
    static let user = "latchkey"
    /// It has characters that a URL must encode.
    static let password = "p@ss/word"
    static let encodedPassword = "p%40ss%2Fword"
    /// The ports are parts of the sockets' names.
    static let ports = (5432, standby: 5433)
    private static let standbyPort = ports.standby

    /// Argument: the TCP port or 0.
    static let text = """
        set -eu
        bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
        export PATH="$bin:$PATH" PGUSER=\(user) PGPASSWORD='\(password)' PGDATABASE=postgres LC_ALL=C
        folder=$(mktemp -d -t latchkey-postgresql-XXXXXX)
        export PGHOST="$folder" PGDATA="$folder/data"
        cd "$folder"
        trap 'for data in data standby; do pg_ctl -s -D $data -m immediate stop >>log 2>&1 || true; done; rm -rf "$folder"' EXIT
        trap 'exit 1' HUP INT TERM
        printf '%s' "$PGPASSWORD" >password
        # An order that isn't that of bytes, as many databases have it.
        initdb -U "$PGUSER" --pwfile=password -A scram-sha-256 -E UTF8 --locale-provider=icu --icu-locale=en-US --locale=C.UTF-8 \
            --no-sync >log 2>&1
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
            -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout data/server.key -out data/server.crt >>log 2>&1
        cp data/server.crt root.pem
        chmod 600 data/server.key
        chmod 755 "$folder"
        {
            echo "unix_socket_directories = '$folder'"
            echo "max_connections = 400"
            echo "shared_buffers = 16MB"
            echo "ssl = on"
            echo "fsync = off"
            [ "$1" = 0 ] && echo "listen_addresses = ''" || echo "listen_addresses = '127.0.0.1'
        port = $1"
        } >>data/postgresql.conf
        [ "$1" = 0 ] || export PGPORT=$1
        start() {
            # What a killed server leaves behind takes a moment to go.
            for attempt in 1 2 3 4 5 6 7 8 9 10; do
                if pg_ctl -s -w -D "$1" -l log start >>log 2>&1; then return 0; fi
                sleep 0.2
            done
            return 1
        }
        # Killing the first process alone would leave the others time to send their responses. It is stopped first,
        # so that it starts no new ones.
        kill_all() {
            server=$(head -n 1 "$1/postmaster.pid")
            kill -STOP "$server"
            children=$(grep -l "^PPid:[[:space:]]*$server\\$" /proc/[0-9]*/status 2>/dev/null | cut -d / -f 3)
            kill -9 $children || true
            kill -9 "$server"
            for process in $server $children; do
                while grep -q '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$process/status" 2>/dev/null; do sleep 0.01; done
            done
            # If no parent reaps a killed server, it still counts as running, and these files as its own.
            rm -f "$1/postmaster.pid" .s.PGSQL.*.lock
        }
        # A standby, for which each commit waits from then on. Both have their sockets in the folder.
        make_standby() {
            pg_basebackup -D standby -R -c fast >>log 2>&1
            echo "port = \(standbyPort)" >>standby/postgresql.conf
            start standby
            psql -qAtX -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c "SELECT pg_reload_conf()" >>log 2>&1
            until [ "$(psql -qAtX -c "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'")" = sync ]; do
                sleep 0.02
            done
        }
        # The server is gone for good, and its standby goes on as far as it has followed.
        take_over() {
            kill_all data
            start standby
            [ "$(psql -qAtX -p \(standbyPort) -c "SELECT pg_promote()" 2>>log)" = t ]
        }
        echo "$folder"
        while read -r command name; do
            case $command in
                start) start data ;;
                stop) pg_ctl -s -w -m fast stop >>log 2>&1 ;;
                kill) kill_all data ;;
                standby) make_standby ;;
                kill-standby) kill_all standby ;;
                start-standby) start standby ;;
                take-over) take_over ;;
                run) psql -qAtX -c "$name" 2>>log | tail -n 1 ;;
                in) psql -qAtX -d "${name%% *}" -c "${name#* }" 2>>log | tail -n 1 ;;
                create) psql -qAtX -c "CREATE DATABASE $name" >>log 2>&1 ;;
            esac && echo done || echo failed
        done
        """
}
