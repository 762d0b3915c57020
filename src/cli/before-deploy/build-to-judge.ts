import type { FastifyInstance } from 'fastify'
import { onlyLooking } from '../../only-looking.ts'
import { type InspectedNoticeKind, type InspectedTurnKind, inspectionsOf } from '../../registration/inspection.ts'
import type { StoreLook } from '../../store/store.ts'
import { printable } from '../../text/clean-text.ts'
import { codeOf, messageOf } from '../../text/message-of.ts'
import { requirePlugin, withApp } from '../load-app.ts'
import { lookAtStore, type StorePlace } from '../look/look-at-store.ts'
import { UsageError } from '../terminal.ts'

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
  return onlyLooking(() =>
    withApp(file, 'silent', (app) => {
      const { turnKinds, noticeKinds = [] } = inspected(app, file, registration)
      return work(turnKinds, noticeKinds)
    }),
  )
}

function inspected(app: FastifyInstance, file: string, registration: string) {
  const shown = printable(file)
  requirePlugin(app, file)
  const found = inspectionsOf(app.merchant)
  const own = found?.find((one) => one.registration === registration)
  if (found !== undefined && own === undefined)
    throw new Error(`The application of ${shown} has no registration '${printable(registration)}'.`)
  if (own?.turnKinds === undefined)
    throw new Error(`The application of ${shown} has an older version of this package, which can't be asked.`)
  return { turnKinds: own.turnKinds, noticeKinds: own.noticeKinds }
}

/**
 * Looks at the store of the version that runs. That it is of another one says nothing of the build.
 *
 * @throws UsageError where it is of another; as `lookAtStore`
 */
export async function lookAtRunning(place: StorePlace): Promise<StoreLook> {
  try {
    return await lookAtStore(place)
  } catch (error) {
    if (codeOf(error) !== 'FMW_STORE_SCHEMA') throw error
    const advice = 'Take this command from the version that runs, with --against the new build'
    throw new UsageError(`${messageOf(error)}. ${advice}.`)
  }
}
