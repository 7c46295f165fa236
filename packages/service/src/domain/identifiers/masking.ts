/** Masks 11 digits as `***.982.247-**`, the form that public bodies in Brazil publish. */
export function maskCpf(cpf: string): string {
  return `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
}

/** Masks 14 characters as `**.ABC.345/****-**`. */
export function maskCnpj(cnpj: string): string {
  return `**.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/****-**`;
}

const PARTICLE = /^(?:d[aeo]s?|di|du|del|la|las|los|von|van|y|e)$/i;

/** Masks a name as `Maria da S***`: recognisable for those who know it. */
export function maskName(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word, index) => (index === 0 || PARTICLE.test(word) ? word : `${Array.from(word)[0] ?? ''}***`))
    .join(' ');
}

/**
 * Masks an address as `m****@example.com`: first character and domain. The number of stars is fixed, to hide the
 * length.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}****${email.slice(at)}`;
}

/** Masks a number as `+55*******1234`: its first three characters and last four digits. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}*******${phone.slice(-4)}`;
}

/** Masks where a code is sent. @param channel one of `OTP_CHANNELS` */
export function maskDestination(channel: 'email' | 'sms', address: string): string {
  return channel === 'email' ? maskEmail(address) : maskPhone(address);
}

/** Masks a value that may be absent. */
export function maskOptional(value: string | undefined, mask: (value: string) => string): string | undefined {
  return value === undefined ? undefined : mask(value);
}

/** Masks an address as `203.0.113.***` or `2001:db8:1::***`, which shows the network but not the household. */
export function maskIpAddress(address: string): string {
  if (address.includes('.')) return address.replace(/\d+$/, '***');
  const [network = ''] = address.split('::');
  return `${network.split(':').slice(0, 3).join(':')}::***`;
}
