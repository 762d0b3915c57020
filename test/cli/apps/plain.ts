import Fastify from 'fastify'

export const build = () => Fastify()
