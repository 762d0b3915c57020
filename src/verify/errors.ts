import { misuse } from '../misuse.ts'

// All of these stop the boot: a verifier that was written wrongly must not become one that lets anybody in.
// No message ever holds a secret, so they can be logged.

/** A secret is undefined, empty or only white space. Arguments: verifier, what is wrong. */
export const SecretMissingError = misuse<[string, string]>(
  'FMW_VERIFIER_SECRET_MISSING',
  '%s: %s. Without a secret anybody could push, so give it one; if it comes from the environment, check that the variable is set',
)

/** A secret is too short to be one. Arguments: verifier, which secret, the least number of characters. */
export const SecretTooShortError = misuse<[string, string, number]>(
  'FMW_VERIFIER_SECRET_TOO_SHORT',
  '%s: %s has fewer than %d characters and could be guessed. Make one with: openssl rand -hex 24',
)

/** A secret could never arrive as it is written, or seems to be several. Arguments: verifier, which secret, what is wrong with it. */
export const SecretUnusableError = misuse<[string, string, string]>(
  'FMW_VERIFIER_SECRET_UNUSABLE',
  '%s: %s %s. Make one with: openssl rand -hex 24',
)

/** A header, query parameter, user or verifier has no usable name. Arguments: verifier, what was expected. */
export const VerifierNameInvalidError = misuse<[string, string]>('FMW_VERIFIER_NAME_INVALID', '%s: %s')

/** A list of source addresses is missing or empty. Arguments: which list. */
export const AddressesMissingError = misuse<[string]>(
  'FMW_VERIFIER_ADDRESSES_MISSING',
  'sourceAddresses: %s is missing or empty. List addresses or CIDR ranges, such as 192.0.2.10 or 192.0.2.0/28; if they come from the environment, check that the variable is set',
)

/** An entry of a list of source addresses cannot be used. Arguments: which list, the entry, what is wrong. */
export const AddressInvalidError = misuse<[string, string, string]>(
  'FMW_VERIFIER_ADDRESS_INVALID',
  'sourceAddresses: in %s, "%s" %s',
)

/** Options that contradict each other, or do nothing. Arguments: verifier, what is wrong and what to do. */
export const VerifierOptionInvalidError = misuse<[string, string]>('FMW_VERIFIER_OPTION_INVALID', '%s: %s')

/** A combination has no members, or something in it is no verifier. Arguments: combination, what is wrong. */
export const MembersInvalidError = misuse<[string, string]>('FMW_VERIFIER_MEMBERS_INVALID', '%s: %s')

/** Members of a combination want the same place in the address. Arguments: combination, what is wrong. */
export const VerifierConflictError = misuse<[string, string]>('FMW_VERIFIER_CONFLICT', '%s: %s')
