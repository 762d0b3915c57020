import { createError } from '@fastify/error'
import { misuse } from '../misuse.ts'

/**
 * What a misused question, step or conversation throws. As with replies, a text names the size of a value and never its
 * content.
 */

/** An option that a question or a step does not take: without this a misspelling would go unheard. */
export const QuestionNameError = createError<
  'FMW_QUESTION_NAME',
  [name: string, owner: string, hint: string, known: string]
>('FMW_QUESTION_NAME', 'There is no option "%s" of %s%s. It takes %s.')

/** A limit or another option of a question or a step that no answer could keep. */
export const QuestionValueError = createError<
  'FMW_QUESTION_VALUE',
  [option: string, owner: string, expected: string, found: string]
>('FMW_QUESTION_VALUE', 'The option %s of %s must be %s, but it is %s.')

/** A setting of a conversation, or what it was given as its script. */
export const FMW_CONVERSATION = misuse<[setting: string, problem: string]>(
  'FMW_CONVERSATION',
  'The %s of a conversation %s',
)

/** A step of a script that cannot be taken. */
export const FMW_TALK_STEP = misuse<[step: string, problem: string]>('FMW_TALK_STEP', '%s: %s')

/** A script ended with something else than an ending. */
export const FMW_TALK_ENDING = misuse<[by: string, found: string]>(
  'FMW_TALK_ENDING',
  '%s returned %s: return what talk.end or talk.pay gives',
)

/** What `talk.load` was to read could not be read, now or when it was recorded. */
export const FMW_LOAD_FAILED = createError<[name: string, message: string]>(
  'FMW_LOAD_FAILED',
  "Reading '%s' failed: %s",
)

/** An effect threw, now or when it was recorded. It is not done again. */
export const FMW_EFFECT_FAILED = createError<[name: string, message: string]>(
  'FMW_EFFECT_FAILED',
  "The effect '%s' failed, and is not done again: %s",
)
