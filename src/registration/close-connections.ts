import { type Server as HttpServer, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'

/**
 * While the application closes, Fastify answers what comes with 503. Here it gets the Retry-After that senders go by, and
 * a connection is closed as soon as its last answer is out. Node closes only those that are idle when it begins to: a client
 * that keeps the others alive would delay the exit for as long as `keepAliveTimeout`, and one that has sent no whole request
 * for as long as it likes.
 */
export function closeConnections(app: FastifyInstance): void {
  if (closing.has(app.server)) return
  closing.add(app.server)
  const servers = new Set<HttpServer>()
  const open = new OpenConnections()
  const watch = (server: HttpServer): void => {
    // HTTP/2 has no such function: its sessions are told to end.
    if (!('closeIdleConnections' in server) || servers.has(server)) return
    servers.add(server)
    open.watch(server)
  }
  watch(app.server)
  app.addHook('onListen', async () => {
    for (const server of serversOf(app)) watch(server)
  })
  app.addHook('preClose', async () => {
    for (const server of new Set([app.server, ...servers])) {
      server.prependListener('request', (_request, response) => {
        response.setHeader('Retry-After', retryAfter)
      })
    }
    if (servers.size === 0) return
    const timer = setInterval(() => {
      for (const server of servers) server.closeIdleConnections()
      open.closeUnused()
      // Those of a second address are left to themselves once the application has closed.
      if (!app.server.listening && open.count === 0) clearInterval(timer)
    }, lookEvery)
    timer.unref()
  })
}

// Several registrations share a server.
const closing = new WeakSet<FastifyInstance['server']>()

// Seconds.
const retryAfter = 5
// ms
const lookEvery = 100
// Looks. A request may be on its way that a connection was opened for, and the rest of one that has begun to come.
const silentLooks = 1
const halfLooks = 20

interface OpenConnection {
  readonly socket: Socket
  /** Over TLS: its own bytes are no request, and what is read within takes its place once hands are shaken. */
  readonly carriesTls: boolean
  /** Looks at which it was without a whole request. */
  looks: number
}

/** The connections of servers. How far each has come is found out once they close: no request costs anything for it. */
class OpenConnections {
  /** By the address at the other end, or the socket where it has none. */
  readonly #open = new Map<string | Socket, OpenConnection>()

  get count(): number {
    return this.#open.size
  }

  watch(server: HttpServer): void {
    const carriesTls = server instanceof TlsServer
    server.on('connection', (socket) => this.#add(socket, carriesTls))
    if (carriesTls) server.on('secureConnection', (socket: Socket) => this.#add(socket, false))
  }

  closeUnused(): void {
    for (const connection of this.#open.values()) {
      if (isAtWork(connection)) continue
      if (connection.looks >= (connection.socket.bytesRead === 0 ? silentLooks : halfLooks)) connection.socket.destroy()
      connection.looks++
    }
  }

  #add(socket: Socket, carriesTls: boolean): void {
    const isNamed = socket.remotePort !== undefined
    // Nor could it be told which one is read within.
    if (carriesTls && !isNamed) return
    const key = isNamed ? `${socket.remoteAddress} ${socket.remotePort}` : socket
    this.#open.set(key, { socket, carriesTls, looks: 0 })
    socket.once('close', () => {
      if (this.#open.get(key)?.socket === socket) this.#open.delete(key)
    })
  }
}

/**
 * Whether a request is being answered, or the connection is none of HTTP any more. Only Node's own parts say so, by names that
 * it does not document: where they are not found, a connection is left alone.
 */
function isAtWork({ socket, carriesTls }: OpenConnection): boolean {
  if (carriesTls) return false
  const parser = 'parser' in socket ? socket.parser : undefined
  if (typeof parser !== 'object' || parser === null || !('incoming' in parser)) return true
  const response = '_httpMessage' in socket ? socket._httpMessage : undefined
  if (response instanceof ServerResponse) return response.req.complete || response.headersSent
  return typeof parser.incoming === 'object' && parser.incoming !== null
}

/** Where an application listens on the name of this machine, Fastify has a server for each address, and gives out the first. */
function serversOf(app: FastifyInstance): readonly HttpServer[] {
  for (let at: unknown = app; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    const bindings = Object.getOwnPropertySymbols(at).find(
      ({ description }) => description === 'fastify.serverBindings',
    )
    if (bindings === undefined) continue
    const servers: unknown = Reflect.get(at, bindings)
    return Array.isArray(servers) ? servers.filter(isHttpServer) : []
  }
  return []
}

/** That of HTTPS extends no other of HTTP. */
function isHttpServer(server: unknown): server is HttpServer {
  return server instanceof NetServer && 'closeIdleConnections' in server
}
