import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { blockUnder } from '../docs/documents.ts'

/** Debian's package `nginx` has it; `NGINX_BINARY` names another. Undefined where there is none. */
export const nginx = [process.env.NGINX_BINARY, '/usr/sbin/nginx'].find(
  (file) => file !== undefined && existsSync(file),
)

export interface Nginx {
  /** Where it listens. */
  readonly url: string
  /** What it has logged, of accesses and errors. */
  logs(): string
  close(): Promise<void>
}

/** What somebody changes in the file of the guide. */
export interface Site {
  /** The addresses of the service, so that everybody else is limited; default as it is copied: nobody is. */
  readonly service?: string | undefined
  /** With the guide's lines for pages of the application. */
  readonly hasPages?: boolean | undefined
}

/** Runs nginx with the file of the guide, on a port of its own and without TLS, before applications on another port. */
export async function startNginx(
  applicationPort: number,
  port: number,
  { service, hasPages = false }: Site = {},
): Promise<Nginx> {
  if (nginx === undefined) throw new Error('there is no nginx')
  const folder = mkdtempSync(join(tmpdir(), 'fmw-nginx-'))
  mkdirSync(join(folder, 'logs'))
  const copied = blockUnder(guide, 'nginx', 'nginx').code
  const pages = hasPages ? blockUnder(guide, 'Your pages behind nginx', 'nginx').code : ''
  const limited = service === undefined ? unlimited : `default 1;\n  ${service} 0;`
  const site = copied
    .replace(/\}\s*$/, () => `${pages}}\n`)
    .replace(unlimited, limited)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${applicationPort}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replaceAll('/var/log/nginx/', `${folder}/logs/`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
worker_processes 1; error_log ${folder}/logs/main.log error;
events {}
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${site}
}
`,
  )
  const server = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'logs/main.log')], {
    stdio: 'inherit',
  })
  await vi.waitFor(() => reached(port, server))
  const read = (name: string) => {
    const file = join(folder, 'logs', name)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return {
    url: `http://127.0.0.1:${port}`,
    logs: () => ['shop.log', 'shop-error.log', 'main.log'].map(read).join(''),
    async close() {
      server.kill('SIGQUIT')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @throws an error where nobody listens there yet */
async function reached(port: number, { exitCode }: ChildProcess): Promise<void> {
  if (exitCode !== null) throw new Error(`nginx has ended with ${exitCode}`)
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

const guide = 'docs/guides/deploying.md'
const unlimited = 'default 0;\n  # 192.0.2.0/24 0;'
