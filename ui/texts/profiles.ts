/** What each profile of the sender does. It comes with the views that show it: the first has no room for it. */
export const profiles = {
  plain: 'JSON with names in PascalCase, as the reference shows it. Nothing is sent again.',
  camelCase: 'Names in camelCase.',
  mixedNames: 'Names in mixed casing, and fields that the reference doesn’t have.',
  retryOnce: 'A notification without a 2xx is sent once more, after 1 s.',
  ladder: 'A notification without a 2xx is sent up to 7 times more, over 2 hours. No line stays open.',
  longLadder: 'A notification without a 2xx is sent up to 122 times more, over 3 days.',
  forms: 'Inbound messages and delivery reports are forms.',
  queries: 'Inbound messages and delivery reports are GETs with everything in the address.',
  oneByOne: 'One notification at a time; the others wait.',
  anyOrder: 'Four notifications at a time, in any order.',
  aheadOfTime: 'Dates in pushes are 5 minutes ahead.',
  behindTime: 'Dates in pushes are 5 minutes behind.',
  probing: 'A HEAD looks at each address before its first push.',
}
