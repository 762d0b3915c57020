import Fastify from 'fastify'

export const app = Fastify()
await app.listen({ port: 0, host: '127.0.0.1' })
