import { aFunction, aListOf, anObject, aText, type Checks, checkFields, checkValue, must } from '../check-arguments.ts'
import type { BuiltApp } from '../dialogue/run-dialogue.ts'
import { FMW_SIMULATOR_APP, wrongIn } from '../errors.ts'
import type { Books, ChaosApp, Delivered } from './books.ts'

/** What is to be tried, as JavaScript gives it. @throws FMW_SIMULATOR_ARGUMENT */
export function checkApp(app: ChaosApp): void {
  checkValue('app', app, anObject, wrong)
  checkValue('app.build', app.build, aFunction, wrong)
  if (app.books !== undefined) checkValue('app.books', app.books, aFunction, wrong)
}

/** What `build` gave. @throws FMW_SIMULATOR_APP */
export function checkBuilt(built: BuiltApp): BuiltApp {
  if (typeof built?.inject === 'function' && typeof built.close === 'function') return built
  const found = typeof built === 'string' || Object(built) instanceof URL ? 'an address' : 'none'
  throw new FMW_SIMULATOR_APP(
    `needs a Fastify application in this process for chaos, and app.build gave ${found}: return the application itself`,
  )
}

/**
 * What `books` gave. Beside what is known it may have more; a misspelt name alone would be no word about books, and the shop be
 * judged without them.
 *
 * @throws FMW_SIMULATOR_ARGUMENT
 */
export function checkBooks(books: Books): Books {
  checkValue('what app.books gave', books, anObject, wrong)
  const { orders, delivered } = books
  const isKnown = orders !== undefined || delivered !== undefined
  checkFields(isKnown ? { orders, delivered } : books, bookChecks, (name, problem) =>
    wrong(`app.books().${name}`, problem),
  )
  return books
}

const identifiers = [
  'reference',
  'clientReference',
  'checkoutId',
  'orderId',
  'transactionId',
] as const satisfies (keyof Delivered)[]

const bookChecks: Checks<Books> = {
  orders: aListOf(aText),
  delivered: aListOf(
    must(`an object with one of ${identifiers.join(', ')}`, (one) =>
      identifiers.some((name) => typeof one === 'object' && one !== null && name in one),
    ),
  ),
}

const wrong = wrongIn('chaos')
