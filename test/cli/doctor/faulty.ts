import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export const secret = 'q8Zt4mV1cY7rB0nK5sWd2hJx'

/** What an application written by hand does wrong. */
export type Fault =
  | 'takes everything'
  | 'fails on strangers'
  | 'reads bodies first'
  | 'leads strangers away'
  | 'knows one casing'
  | 'shows an error to one casing'
  | 'counts turns'
  | 'says too much'
  | 'says it with accents'
  | 'says nothing'
  | 'asks to pay too early'
  | 'answers with a page'
  | 'answers with 10 MB'
  | 'answers no JSON'
  | 'redirects'
  | 'never answers turns'
  | 'closes the line'
  | 'closes it after the first'
  | 'sleeps until the first'
  | 'is slow once'
  | 'knows four types'
  | 'knows four operators'
  | 'refuses probes'
  | 'closes on probes'
  | 'shows a page to probes'
  | 'refuses releases'
  | 'refuses notices'
  | 'is an hour behind'

/** An application without the plugin, at an address with a secret. @returns its origin */
export async function handMade(...faults: readonly Fault[]): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answering(new Set(faults))))}`
}

/** The same behind TLS. @returns its port */
export async function handMadeTls(options: ServerOptions): Promise<number> {
  return listen(createTlsServer(options, answering(new Set())))
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function answering(has: ReadonlySet<Fault>): RequestListener {
  let turns = 0
  return async (request, response) => {
    const body = await text(request)
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    if (has.has('is an hour behind')) response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString())
    if (has.has('closes the line')) return void response.destroy()
    if (has.has('redirects')) return end(response, 301, '', { location: 'https://elsewhere.example/push' })
    if (has.has('answers with a page')) return end(response, 200, '<!doctype html>', { 'content-type': 'text/html' })
    if (has.has('answers with 10 MB')) return end(response, 200, 'x'.repeat(10_000_000))
    if (request.method !== 'POST') {
      if (has.has('closes on probes')) return void response.destroy()
      if (has.has('shows a page to probes')) return end(response, 200, '<html>')
      return end(response, has.has('refuses probes') ? 405 : 200, '')
    }
    if (!pathname.endsWith(`/${secret}`) && !has.has('takes everything')) {
      if (has.has('fails on strangers')) return end(response, 500, '')
      if (has.has('leads strangers away')) return end(response, 302, '', { location: '/login' })
      return end(response, has.has('reads bodies first') ? 422 : 401, '')
    }
    if (!pathname.includes('/ussd')) return end(response, has.has('refuses notices') ? 500 : 200, '')
    if (has.has('never answers turns')) return
    turns += 1
    if (has.has('closes it after the first') && turns > 1) return void response.destroy()
    // More than 5 s, which one library of the service waits for.
    if (turns === (has.has('sleeps until the first') ? 1 : has.has('is slow once') ? 6 : 0)) await setTimeout(5_050)
    const fields = JSON.parse(body)
    const { Type = has.has('knows one casing') ? undefined : fields.type, Operator = fields.operator } = fields
    if (fields.Type === undefined && has.has('shows an error to one casing'))
      return end(response, 200, '{"Type":"Release","Message":"Sorry, an error"}', json)
    const isKnown = ['Initiation', 'Response', 'Release', 'Timeout'].includes(Type)
    if (Type === undefined || (!isKnown && has.has('knows four types'))) return end(response, 500, '')
    if (Operator !== 'network-a' && has.has('knows four operators')) return end(response, 500, '')
    if (Type === 'Release' && has.has('refuses releases')) return end(response, 400, '')
    if (has.has('answers no JSON')) return end(response, 200, 'Welcome')
    const shown = has.has('says too much') ? 'x'.repeat(200) : has.has('says it with accents') ? 'Café' : 'Welcome'
    if (has.has('says nothing')) return end(response, 200, '{"Type":"Response","Message":" \\u200b"}', json)
    const pay = has.has('asks to pay too early') ? { Amount: 5 } : {}
    const Message = has.has('counts turns') ? `${shown} ${turns}` : shown
    end(response, 200, JSON.stringify({ Type: 'Response', Message, ...pay }), json)
  }
}

const json = { 'content-type': 'application/json' }

function end(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, headers).end(body)
}
