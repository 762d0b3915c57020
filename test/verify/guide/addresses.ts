import { allOf, secretPath, sourceAddresses } from '../../../src/verify/index.ts'

export const verify = allOf(
  secretPath(process.env.PUSH_SECRET),
  sourceAddresses(
    {
      ussd: ['192.0.2.10', '192.0.2.11'],
      checkout: ['198.51.100.0/28', '2001:db8:40::/48'],
      default: ['203.0.113.16/29'],
    },
    { trustedProxies: ['10.0.0.0/8'] },
  ),
)
