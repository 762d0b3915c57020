/** What closed doors often mean: the service knows its callers by address (reference 5.4). */
export const whitelisting =
  'see that the address from which you call is whitelisted: the service asks for it, and its port, when it issues endpoints'
