// What the benchmark uses of Express, which brings no types.
declare module 'express' {
  import type { Server } from 'node:http'
  import type UssdMenu from 'ussd-menu-builder'

  interface Request {
    /** The one body that is sent to it. */
    readonly body: Parameters<UssdMenu['run']>[0]
  }
  interface Response {
    json(body: unknown): void
  }
  interface Application {
    use(middleware: unknown): void
    post(path: string, handler: (request: Request, response: Response) => void): void
    listen(port: number, host: string, done: () => void): Server
  }

  const express: { (): Application; json(): unknown }
  export default express
}
