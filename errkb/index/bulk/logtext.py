"""Text as healthy logs hold it: grams that stand here make poor gates.

Shapes of the usual loggers and servers and the words they use; no line is of a real system. It only steers a choice: a
log it is unlike is probed before it is scanned.
"""

from __future__ import annotations

__all__ = ["LOG_TEXT"]

LOG_TEXT = b"""\
2025-01-31 12:00:00,123 INFO     [app.main] Application startup complete.
2025-01-31 12:00:00,123 INFO  [app.server] Starting server on port 8080 (pid 4211), listening on 0.0.0.0:8080
2025-01-31T12:00:00.123456Z DEBUG request started method=GET path=/api/v1/users/42 request_id=6f1c2d3e user_agent="Mozilla/5.0"
2025-01-31 12:00:00.123 [main] INFO  com.example.Application - Started Application in 4.211 seconds (process running for 5.1)
2025-01-31 12:00:00.123 [http-nio-8080-exec-1] DEBUG org.springframework.web.servlet.DispatcherServlet - Completed 200 OK
INFO:     127.0.0.1:54321 - "GET /health HTTP/1.1" 200 OK
10.0.0.1 - - [31/Jan/2025:12:00:00 +0000] "GET /index.html HTTP/1.1" 200 1234 "https://example.com/" "Mozilla/5.0 (X11; Linux x86_64)"
10.0.0.1 - user [31/Jan/2025:12:00:00 +0000] "POST /api/v1/items HTTP/2.0" 201 87 "-" "curl/8.5.0"
Jan 31 12:00:00 host systemd[1]: Started Session 42 of user root.
Jan 31 12:00:00 host sshd[1234]: Accepted publickey for user from 10.0.0.1 port 54321 ssh2
Jan 31 12:00:00 host kernel: [12345.678901] eth0: link becomes ready
Jan 31 12:00:00 host CRON[1234]: (root) CMD (run-parts /etc/cron.hourly)
I0131 12:00:00.123456       1 controller.go:123] Successfully synced "default/example"
I0131 12:00:00.123456       1 event.go:294] "Event occurred" object="default/web" kind="Pod" type="Normal" reason="Scheduled"
{"time":"2025-01-31T12:00:00Z","level":"info","msg":"request completed","method":"GET","path":"/","status":200,"duration_ms":12}
{"timestamp": "2025-01-31 12:00:00", "level": "INFO", "logger": "app", "message": "connected to the database", "service": "web"}
ts=2025-01-31T12:00:00.123Z caller=main.go:123 level=info msg="Server is ready to receive web requests."
[2025-01-31 12:00:00,123: INFO/MainProcess] Task tasks.process[6f1c2d3e-0000-4000-8000-000000000000] received
[2025-01-31 12:00:00,123: INFO/ForkPoolWorker-1] Task tasks.process[6f1c2d3e-0000-4000-8000-000000000000] succeeded in 0.123s: None
[2025-01-31 12:00:00 +0000] [1234] [INFO] Booting worker with pid: 1235
[2025-01-31, 12:00:00 UTC] {taskinstance.py:1234} INFO - Marking task as SUCCESS. dag_id=example, task_id=run, execution_date=20250131
12:00:00 [vite] page reload src/main.ts
web_1  | 2025-01-31 12:00:00 INFO  Connected to the database at db:5432
db_1   | 2025-01-31 12:00:00.123 UTC [1] LOG:  database system is ready to accept connections
2025-01-31 12:00:00.123 UTC [42] LOG:  checkpoint complete: wrote 123 buffers (0.8%); 0 WAL file(s) added, 0 removed, 1 recycled
2025-01-31 12:00:00,123 INFO sqlalchemy.engine.Engine SELECT users.id, users.name, users.email FROM users WHERE users.id = %(id_1)s
2025-01-31 12:00:00,123 INFO sqlalchemy.engine.Engine INSERT INTO items (name, value, created_at) VALUES (?, ?, ?)
2025-01-31 12:00:00,123 INFO sqlalchemy.engine.Engine [cached since 12.3s ago] (1, 'name', 'value')
2025-01-31 12:00:00,123 DEBUG urllib3.connectionpool: Starting new HTTPS connection (1): example.com:443
2025-01-31 12:00:00,123 DEBUG urllib3.connectionpool: https://example.com:443 "GET /api/v1/items HTTP/1.1" 200 1234
INFO 01-31 12:00:00 [loggers.py:123] Engine 000: Avg prompt throughput: 123.4 tokens/s, Avg generation throughput: 56.7 tokens/s, Running: 3 reqs, Waiting: 0 reqs
INFO 01-31 12:00:00 [model_runner.py:123] Loading model weights took 12.34 GB and 5.67 seconds
Loading checkpoint shards: 100%|##########| 4/4 [00:12<00:00,  3.21s/it]
Epoch 1/10: 100%|##########| 1234/1234 [01:23<00:00, 14.81it/s, loss=0.123, accuracy=0.98, lr=0.0001]
{'loss': 0.1234, 'grad_norm': 1.234, 'learning_rate': 5e-05, 'epoch': 1.23}
step 1000 loss 1.234 grad_norm 0.56 lr 1.0e-04 throughput 1234.5 samples/s memory 12.3 GB
25/01/31 12:00:00 INFO TaskSetManager: Finished task 1.0 in stage 2.0 (TID 3) in 123 ms on worker (executor 1) (4/5)
25/01/31 12:00:00 INFO BlockManagerInfo: Added broadcast_1_piece0 in memory on host:12345 (size: 12.3 KiB, free: 366.3 MiB)
[2025-01-31 12:00:00,123] INFO [GroupCoordinator 1]: Stabilized group example generation 1 (kafka.coordinator.group.GroupCoordinator)
2025-01-31 12:00:00 +0000 [info]: #0 fluentd worker is now running worker=0
2025/01/31 12:00:00 [notice] 1#1: start worker process 42
1:M 31 Jan 2025 12:00:00.123 * Ready to accept connections tcp
Step 1/10 : FROM python:3.11-slim
#5 [2/4] RUN pip install --no-cache-dir -r requirements.txt
Collecting requests
  Downloading requests-2.32.0-py3-none-any.whl (64 kB)
Requirement already satisfied: numpy in ./.venv/lib/python3.11/site-packages (2.0.0)
Successfully installed requests-2.32.0
npm http fetch GET 200 https://example.com/package 123ms (cache miss)
added 123 packages, and audited 124 packages in 5s
remote: Enumerating objects: 123, done.
Receiving objects: 100% (123/123), 45.67 KiB | 1.23 MiB/s, done.
============================= test session starts ==============================
tests/test_example.py::test_something PASSED                             [ 50%]
Traceback (most recent call last):
  File "/usr/lib/python3.11/site-packages/example/module.py", line 123, in function
  File "/usr/local/lib/python3.11/site-packages/example/__init__.py", line 45, in __call__
    return self._call_impl(*args, **kwargs)
    result = func(*args, **kwargs)
    raise ValueError(f"invalid value: {value}")
    self.assertEqual(first, second)
ERROR: error: failed: Exception: Error: ValueError: TypeError: RuntimeError: KeyError: WARNING warning: CRITICAL FATAL
\tat org.example.package.ClassName.methodName(ClassName.java:123)
\tat java.base/java.lang.Thread.run(Thread.java:840)
    at Object.<anonymous> (/app/node_modules/example/lib/index.js:12:34)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
goroutine 1 [running]: main.main() /app/main.go:12 +0x1d
cache hit for key user:42:profile ttl=60s size=123B; cache miss for key; connection established; connection closed; connection pool
user logged in; user logged out; session created; session expired; token refreshed; permission granted; file uploaded; file deleted
retrying in 5 seconds (attempt 1 of 3); waiting for connection; shutting down; received signal 15; graceful shutdown complete
processing batch 12 of 34; processed 1234 records in 5.67 s; queue size: 12; memory usage: 123 MB; cpu usage: 45%; disk usage
config loaded from /etc/example/config.yaml; environment: production; version: 1.2.3; debug mode: off; log level: info; timeout=30
"""
