/**
 * Which applications are a target. Nothing here runs: `tsc --noEmit` fails when a line under `@ts-expect-error`
 * compiles after all, or any other line does not.
 */
import Fastify from 'fastify'
import pino from 'pino'
import { phone, replay } from '../../src/testing/index.ts'

phone(Fastify())
phone(Fastify({ loggerInstance: pino() }))
phone(Fastify({ http2: true }))
phone(Fastify({ https: null }))
phone(new URL('http://127.0.0.1:3000/push/ussd'))
await replay(Fastify({ loggerInstance: pino() }), 'ussd/timeout')

// @ts-expect-error an application that is still to be awaited
phone(Promise.resolve(Fastify()))
// @ts-expect-error a kind that shows no screen
phone(Fastify(), { kind: 'checkout' })
// @ts-expect-error a promise is no text
phone(Fastify()).expectScreen(Promise.resolve('Welcome'))
