/** `***.982.247-**` of 11 digits: the form that public bodies in Brazil publish. */
export function maskCpf(cpf: string): string {
  return `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
}

/** `**.ABC.345/****-**` of 14 characters. */
export function maskCnpj(cnpj: string): string {
  return `**.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/****-**`;
}

const PARTICLE = /^(?:d[aeo]s?|di|du|del|la|las|los|von|van|y|e)$/i;

/** `Maria da S***`: enough for whoever knows the name, or has it before them. */
export function maskName(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word, index) => (index === 0 || PARTICLE.test(word) ? word : `${Array.from(word)[0] ?? ''}***`))
    .join(' ');
}

/** `m****@example.com`: the first character and the domain. The stars do not tell the length. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}****${email.slice(at)}`;
}

/** `+55*******1234`: the start of the country code and the last four digits. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}*******${phone.slice(-4)}`;
}

/** `203.0.113.***` or `2001:db8:1::***`: the network, not the household. */
export function maskIpAddress(address: string): string {
  if (address.includes('.')) return address.replace(/\d+$/, '***');
  const [network = ''] = address.split('::');
  return `${network.split(':').slice(0, 3).join(':')}::***`;
}
