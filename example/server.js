import { buildShop } from './shop.js'

const app = await buildShop()
// Many subscribers dial at the same moment: the default backlog of 511 connections is soon full.
await app.listen({ port: Number(process.env.PORT ?? 3000), host: '0.0.0.0', backlog: 4096 })
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
for (const { method, url } of app.merchant.urls) console.log(`${method} ${url}`)
