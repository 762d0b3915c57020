import { checkNode } from '../../../check-node.ts'
import { messageOf } from '../../../text/message-of.ts'
import { type Finding, failure, fine, warning } from '../finding.ts'

/** Whether this Node.js can run the plugin, and is one that gets fixes for long. @param version as `process.versions.node` */
export function nodeFinding(version: string): Finding {
  try {
    checkNode(version)
  } catch (error) {
    return failure('Node.js', messageOf(error), 'Install the newest Node.js with an even number.')
  }
  // Odd numbers get fixes for half a year.
  if (Number.parseInt(version, 10) % 2 === 0) return fine('Node.js', version)
  return warning('Node.js', `${version} gets fixes for months only.`, 'Take the newest one with an even number.')
}

/** Whether the application knows that it isn't tried out. @param mode NODE_ENV */
export function modeFinding(mode: string | undefined): Finding {
  if (mode === undefined || mode === '') return fine('NODE_ENV', 'not set here, which is not development')
  if (mode !== 'development') return fine('NODE_ENV', mode)
  return warning(
    'NODE_ENV',
    'development: Fastify and other packages are slower, and show more to strangers.',
    'Set NODE_ENV=production where the application runs.',
  )
}
