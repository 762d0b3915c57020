import type { FastifyInstance } from 'fastify'
import { onlyLooking } from '../../only-looking.ts'
import { type InspectedNoticeKind, type InspectedTurnKind, inspectionsOf } from '../../registration/inspection.ts'
import { printable } from '../../text/clean-text.ts'
import { Environment } from '../environment.ts'
import { loadApp } from '../load-app.ts'

/**
 * Builds the application of a module, lets its kinds be worked with, and closes it. Meanwhile it opens no
 * store, listens nowhere and calls nobody.
 *
 * @throws an error where it can't be built, or has no such registration
 */
export function withTurnKinds<T>(
  file: string,
  registration: string,
  work: (kinds: readonly InspectedTurnKind[], notices: readonly InspectedNoticeKind[]) => Promise<T>,
): Promise<T> {
  return onlyLooking(async () => {
    const environment = new Environment()
    let app: FastifyInstance | undefined
    try {
      environment.readFile()
      app = await loadApp(file, undefined, 'silent')
      const { turnKinds, noticeKinds = [] } = inspected(app, file, registration)
      return await work(turnKinds, noticeKinds)
    } finally {
      await app?.close()
      environment.restore()
    }
  })
}

function inspected(app: FastifyInstance, file: string, registration: string) {
  const shown = printable(file)
  const found = app.hasDecorator('merchant') ? inspectionsOf(app.merchant) : []
  if (found?.length === 0) throw new Error(`The application of ${shown} did not register the plugin.`)
  const own = found?.find((one) => one.registration === registration)
  if (found !== undefined && own === undefined)
    throw new Error(`The application of ${shown} has no registration '${printable(registration)}'.`)
  if (own?.turnKinds === undefined)
    throw new Error(`The application of ${shown} has an older version of this package, which can't be asked.`)
  return { turnKinds: own.turnKinds, noticeKinds: own.noticeKinds }
}
