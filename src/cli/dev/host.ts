import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { Environment } from '../environment.ts'
import { exportedApp, isApp } from '../load-app.ts'
import { freePort } from './free-port.ts'
import { listening } from './preload.ts'
import { openWire, portVariable } from './wire.ts'

/*
 * The process of a module under `dev`: `node --watch host.js module` starts it anew after each change. A module that listens
 * does so by itself; of one that exports its application, or a function that builds it, the application listens here.
 */

const [, , file = ''] = process.argv
/** What listens here, to be closed. */
let app: FastifyInstance | undefined

openWire()?.onEnd(() => {
  // `dev` was killed: what watches this process would wait for a change for ever.
  process.kill(process.ppid, 'SIGTERM')
  process.exit(1)
})
process.on('SIGTERM', end)

// At each start: it may have been written since the last one.
new Environment().readFile()
const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(resolve(file)).href)
if (!listening.isBegun) {
  const exported = exportedApp(module)
  // What it logs is worth a line here; what goes over the wire is on the page.
  const built: unknown = typeof exported === 'function' ? await exported({ logger: { level: 'info' } }) : exported
  if (!isApp(built)) {
    throw new Error(
      `${file} neither listens nor exports a Fastify application: export it, or a function that builds it, as default, app or build.`,
    )
  }
  app = built
  // Where it was before it started again: what was sent there can be sent once more.
  await app.listen({ port: await freePort(Number(process.env[portVariable])), host: '127.0.0.1' })
}

/** After a change, or at the end: whatever the application makes of it, it gives way. */
function end(): void {
  const grace = Number(process.env.MERCHANT_DEV_GRACE)
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), grace).unref()
  if (app !== undefined) void app.close().finally(() => process.exit(0))
  else if (process.listenerCount('SIGTERM') === 1) process.exit(0)
}
