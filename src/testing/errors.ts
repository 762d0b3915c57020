import { createError } from '@fastify/error'
import { misuse } from '../misuse.ts'

/** There is no fixture of this name, or no kind of this name. */
export const FMW_FIXTURE_UNKNOWN = misuse<[what: string, name: string, hint: string]>(
  'FMW_FIXTURE_UNKNOWN',
  "There is no %s '%s'%s",
)

/** A file that is no fixture. */
export const FMW_FIXTURE_INVALID = misuse<[file: string, problem: string]>(
  'FMW_FIXTURE_INVALID',
  '%s is no fixture: %s',
)

/** The target of a push is neither an address nor an application with the plugin. */
export const FMW_TESTING_TARGET = misuse<[problem: string]>(
  'FMW_TESTING_TARGET',
  'The target %s: give a Fastify application on which fastify-merchant-webhooks is registered, or the address of a push route',
)

/** The application receives no push of this kind. */
export const FMW_TESTING_NO_ROUTE = misuse<[kind: string, registration: string, kinds: string]>(
  'FMW_TESTING_NO_ROUTE',
  "No route receives %s: the registration '%s' receives %s. Give it a handler for the kind",
)

/** No answer came from the address of a push. */
export const FMW_TESTING_UNREACHABLE = createError<[host: string, why: string]>(
  'FMW_TESTING_UNREACHABLE',
  '%s did not answer (%s): is the application running there?',
)

/** A test runner fakes what the application needs to answer. */
export const FMW_TESTING_TIMERS = createError<[ms: number]>(
  'FMW_TESTING_TIMERS',
  'The application has not answered for %d ms, because setImmediate is faked: leave it real, such as with vi.useFakeTimers({ toFake: ["Date"] }), or move time with a manualClock instead',
)

/** What `transactionAnswer` was given is not what it takes. */
export const FMW_TESTING_ANSWER = misuse<[problem: string]>('FMW_TESTING_ANSWER', 'transactionAnswer %s')

/** `manualClock`, or what it gave, was given what is no time. */
export const FMW_TESTING_CLOCK = misuse<[of: string, name: string, problem: string]>('FMW_TESTING_CLOCK', '%s: %s %s')

/** A reply that the service would not take. */
export const FMW_PHONE_REPLY = createError<[push: string, problem: string, section: string, body: string]>(
  'FMW_PHONE_REPLY',
  'The service would refuse the reply to %s: %s (API document, %s). It was: %s',
)

/** A payment that was not asked for, or whose notice was not handled. */
export const FMW_PHONE_PAYMENT = createError<[problem: string, story: string]>('FMW_PHONE_PAYMENT', 'pay: %s%s')
