import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { freePort } from "../e2e/program.ts";
import { type Gate, Missing } from "./gate.ts";

/** Starts nginx before the given ports, with a configuration and folders of its own. */
export async function openNginx(gate: Gate, ports: readonly number[]): Promise<string> {
  const { PATH = "" } = process.env;
  const env = { ...process.env, PATH: `${PATH}:/usr/sbin:/usr/local/sbin` };
  if (spawnSync("nginx", ["-v"], { env }).error)
    throw new Missing("no nginx: apt-get install nginx");
  const port = await freePort();
  const home = path.join(gate.directory, "nginx");
  fs.mkdirSync(home);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${path.join(home, name)};`)
    .join("\n  ");
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join("\n    ");
  const file = path.join(home, "nginx.conf");
  fs.writeFileSync(
    file,
    `daemon off;
user root;
worker_processes 1;
pid ${path.join(home, "pid")};
error_log ${path.join(home, "error.log")} warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${folders}
  upstream app {
    ${servers}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 60m;
    location / {
      proxy_pass http://app;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_connect_timeout 2s;
      # A connection that cannot be made goes to the other one; what was sent is not sent again.
      proxy_next_upstream error timeout;
    }
  }
}
`,
  );
  const child = spawn("nginx", ["-p", home, "-c", file], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  gate.atEnd(async () => {
    if (fs.existsSync(path.join(home, "error.log"))) {
      gate.say(fs.readFileSync(path.join(home, "error.log"), "utf8").slice(-3_000));
    }
    child.kill("SIGTERM");
    await ended;
  });
  return `http://127.0.0.1:${port}`;
}
