import { buildShop } from './shop.js'

const app = await buildShop()
const port = Number(process.env.PORT ?? 3000)
try {
  // Many subscribers dial at the same moment: the default backlog of 511 connections is soon full.
  await app.listen({ port, host: '0.0.0.0', backlog: 4096 })
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  console.error(`Port ${port} is taken. Stop the program that listens there, or set another: PORT=3001 npm start`)
  await app.close()
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
for (const { method, url } of app.merchant.urls) console.log(`${method} ${url}`)
