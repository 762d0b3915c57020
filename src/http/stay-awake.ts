import { Socket } from 'node:net'
import { MessageChannel } from 'node:worker_threads'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Keeps the process from ending while a push that came without a connection waits for its answer, as `app.inject` sends it in an
 * application that doesn't listen: the timers of the clock don't. A connection does so by itself.
 */
export function stayAwakeFor({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): void {
  if (socket instanceof Socket) return
  waiting += 1
  if (waiting === 1) port.ref()
  raw.once('close', () => {
    waiting -= 1
    if (waiting === 0) port.unref()
  })
}

let waiting = 0
const { port1: port } = new MessageChannel()
