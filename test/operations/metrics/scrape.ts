import * as prometheus from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import * as promClient from 'prom-client'
import { metrics } from '../../../src/operations/index.ts'

/** The client libraries that merchants have. */
export const clients = [
  ['@prometheus-io/client', prometheus],
  ['prom-client', promClient],
] as const

export type Client = (typeof clients)[number][1]

/** A sample as Prometheus reads it. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** What is scraped of an application. */
export interface Scrape {
  readonly text: string
  /** The value of the one sample that fits; undefined where there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined
  readonly samples: readonly Sample[]
}

/** Measures an application into a registry of its own, behind a route as the guide shows it. Listens on a free port. */
export async function measured(app: FastifyInstance, client: Client = prometheus): Promise<() => Promise<Scrape>> {
  const registry = new client.Registry()
  metrics(app, { client, registry })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return async () => read(await (await fetch(`${origin}/metrics`)).text())
}

/** Pushes over a socket. */
export async function pushed(app: FastifyInstance, path: string, body: object | string): Promise<Response> {
  return fetch(app.listeningOrigin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function read(text: string): Scrape {
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, word]) => [label, word])),
    value: Number(value),
  }))
  return {
    text,
    samples,
    value(name, labels = {}) {
      const fitting = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, word]) => sample.labels[label] === word),
      )
      if (fitting.length > 1) throw new Error(`${name} has ${fitting.length} samples that fit`)
      return fitting[0]?.value
    },
  }
}
