import { Signing } from './signing';

export default function Page() {
  return <Signing />;
}
