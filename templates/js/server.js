import { build } from './app.js'

const app = await build()
// A socket that systemd holds is number 3. Otherwise the shop listens itself, with room for many who dial at the same moment.
const held = { fd: 3, host: '0.0.0.0' }
const own = { port: Number(process.env.PORT ?? 3000), host: '0.0.0.0', backlog: 4096 }
try {
  await app.listen(process.env.LISTEN_FDS === '1' ? held : own)
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  console.error(`Port ${own.port} is taken. Stop the program that listens there, or set another PORT in .env.`)
  await app.close()
  process.exit(1)
}

function stop() {
  app.server.close() // connections from now on wait for the next process
  return app.close()
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
