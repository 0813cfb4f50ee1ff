"""nginx, and a tasks API that is one: it sends files."""

import json

from harness.ports import free_port

NGINX = """
worker_processes {workers}; daemon off; pid {folder}/{name}.pid; error_log {folder}/{name}-error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off; keepalive_requests 1000000000; large_client_header_buffers 8 64k; default_type application/json;
  client_body_temp_path {folder}/{name}-b; proxy_temp_path {folder}/{name}-p; fastcgi_temp_path {folder}/{name}-f;
  uwsgi_temp_path {folder}/{name}-u; scgi_temp_path {folder}/{name}-s;
  {content}
}}
"""


def tasks(count):
    """A list of so many tasks as the tasks API sends it."""
    return [{"id": f"{i:012d}", "task": f"Task number {i}, with a few words", "owner": "owner",
             "completed": i % 3 == 0, "creationDate": "2026-01-31T12:00:00Z"} for i in range(count)]


def nginx(running, name, port, content, workers=1):
    file = running.folder / f"{name}.conf"
    file.write_text(NGINX.format(folder=running.folder, name=name, content=content, workers=workers))
    return running.start(name, ["nginx", "-p", running.folder, "-c", file], [port])


def tasks_api(running, counts, workers=1):
    """Starts an nginx that sends files as the tasks API; `/10/tasks` has ten tasks. The process and its port."""
    port = free_port()
    locations = ""
    for count in counts:
        listed = tasks(count)
        file = running.folder / f"api/{count}/tasks"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(listed))
        locations += (f"location = /{count}/tasks {{ add_header Total-Count {count}; "
                      f"add_header Completed-Count {sum(task['completed'] for task in listed)}; }}\n")
    content = f"server {{ listen 127.0.0.1:{port}; root {running.folder}/api; {locations} }}"
    return nginx(running, "api", port, content, workers), port
