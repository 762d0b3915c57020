import { whitelisting } from '../whitelisting.ts'

/** What to do about one messaging code, and whether the same call may succeed later. */
export interface MessageAdvice {
  /** As the catalogue writes it: `402`, `400/3`. */
  readonly code: string
  readonly action: string
  /** Whether time alone may mend it: missing credit or a wrong sender it does not. */
  readonly canRetry: boolean
  /** Whether what was asked may have been done all the same. */
  readonly isUncertain: boolean
}

/**
 * Advice for each failure of reference 7.3, which gives the meanings (they are in the catalogue) and no actions: these
 * are ours.
 */
export const messageAdvice: readonly MessageAdvice[] = [
  refused('400/100', 'See that the path is right, and what the answer says beside its code'),
  refused('400/1', 'Give `to` in international form, as a number of a subscriber'),
  refused('400/2', 'Take a sender as `from` that the service has registered for your account'),
  refused('400/3', 'Shorten the content'),
  refused('400/4', "Ask the service whether your account reaches the recipient's network"),
  refused('400/5', 'Give a time that lies ahead; it is read in GMT'),
  refused('400/6', 'Change the content'),
  refused('400/7', 'Leave out the parameters that the answer names'),
  refused('400/8', 'Mend the parameters that the answer names'),
  refused('401', `See that the credentials are right; where they are, ${whitelisting}`),
  refused('402', 'Top the messaging account up'),
  refused('403', `Send to recipients who have approved it; where every call is answered so, ${whitelisting}`),
  refused('404', 'See that the identifier of the message is right, and baseUrl and paths too'),
  broken('500', 'Try again later'),
  // A proxy in front of the service says it too, so it is not certain that nothing was sent.
  broken(
    '502',
    "Try again later; if it stays so, ask the service whether your account reaches the recipient's network",
  ),
]

function refused(code: string, action: string): MessageAdvice {
  return { code, action, canRetry: false, isUncertain: false }
}

function broken(code: string, action: string): MessageAdvice {
  return { code, action, canRetry: true, isUncertain: true }
}
