import { connect } from 'node:net'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Step, workloads } from '../workloads.ts'
import { Request } from './request.ts'
import { nextSession } from './session-numbers.ts'

export interface DialSettings {
  readonly port: number
  readonly path: string
  readonly turns: number
  /** ms after which a turn without an answer counts as a failure. */
  readonly patience: number
}

/** How one turn was answered. */
export interface Answered {
  /** Status 200, and JSON with the fields that a USSD reply must have (reference 2.8). */
  readonly isReply: boolean
  /** ms */
  readonly sinceSent: number
  readonly sinceDialled: number
}

/**
 * Opens a connection for each turn, all at the same moment, and waits for every answer.
 *
 * @throws when a connection breaks, an answer takes longer than `patience`, or `signal` aborts
 */
export function dialAtOnce({ port, path, turns, patience }: DialSettings, signal: AbortSignal): Promise<Answered[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  return Promise.all(Array.from({ length: turns }, () => dial(port, new Request(initiation, port, path), until)))
}

function dial(port: number, request: Request, signal: AbortSignal): Promise<Answered> {
  request.address(nextSession())
  return new Promise((resolve, reject) => {
    const dialledAt = performance.now()
    let sentAt = dialledAt
    let received = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, signal })
    socket.setEncoding('latin1')
    socket.on('connect', () => {
      sentAt = performance.now()
      socket.write(request.bytes)
    })
    socket.on('data', (text: string) => {
      received += text
      if (!received.endsWith('}')) return
      const now = performance.now()
      socket.destroy()
      resolve({ isReply: isReply(received), sinceSent: now - sentAt, sinceDialled: now - dialledAt })
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`a connection was closed without an answer: ${received}`)))
  })
}

const initiation: Step = firstStep()

function firstStep(): Step {
  const step = workloads.find(({ kind }) => kind === 'ussd')?.steps[0]
  if (step === undefined) throw new Error('there is no USSD workload')
  return step
}

const reply = Type.Object({ Type: Type.Literal('Response'), Message: Type.String({ minLength: 1 }) })

function isReply(answer: string): boolean {
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  return answer.startsWith('HTTP/1.1 200 ') && Value.Check(reply, body)
}
