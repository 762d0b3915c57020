import type { FastifyInstance } from 'fastify'
import { Registration } from '../registration/merchant.ts'

/** Every registration of an application; none where the plugin isn't there, or is another copy of it. */
export function registrationsOf(app: FastifyInstance): readonly Registration[] {
  return app.hasDecorator('merchant') && app.merchant instanceof Registration ? app.merchant.all : []
}
