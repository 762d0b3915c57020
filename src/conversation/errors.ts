import { createError } from '@fastify/error'

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
