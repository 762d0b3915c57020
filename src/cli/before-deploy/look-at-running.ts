import type { StoreLook } from '../../store/store.ts'
import { messageOf } from '../../text/message-of.ts'
import { lookAtStore, type StorePlace } from '../look/look-at-store.ts'
import { UsageError } from '../terminal.ts'

/**
 * Looks at the store of the version that runs. That it is of another one says nothing of the build.
 *
 * @throws UsageError where it is of another; as `lookAtStore`
 */
export async function lookAtRunning(place: StorePlace): Promise<StoreLook> {
  try {
    return await lookAtStore(place)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'FMW_STORE_SCHEMA')) throw error
    const advice = 'Take this command from the version that runs, with --against the new build'
    throw new UsageError(`${messageOf(error)}. ${advice}.`)
  }
}
