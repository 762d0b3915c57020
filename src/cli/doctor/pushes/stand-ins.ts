import { defaultScreens } from '../../../turns/screens.ts'
import { type Finding, failure, warning } from '../finding.ts'

/**
 * What it means that a first screen is one of the plugin's own: it stands in the place of what the handler should have said.
 * Nothing else in an answer says so, so an application that sets other words isn't found out.
 */
export function standInFinding(screen: string): Finding | undefined {
  return findings.get(screen)
}

const { failed, unreadable, paused, busy } = defaultScreens

const findings: ReadonlyMap<string, Finding> = new Map([
  [
    failed,
    failure(
      'screen',
      'The first is the one of a handler that failed: it is all that subscribers see.',
      'Its log has the error, and so has dial.',
    ),
  ],
  [
    unreadable,
    failure(
      'screen',
      'The first says that the push could not be read, as every subscriber sees.',
      'Does something in between change the body or its Content-Type? Its log says what was wrong.',
    ),
  ],
  [
    paused,
    warning(
      'screen',
      'The first says that somebody has stopped this kind of push.',
      'npx fastify-merchant-webhooks stops says who, and why.',
    ),
  ],
  [busy, warning('screen', 'The first says that there are too many sessions.', 'Try again; see sessions.max.')],
])
