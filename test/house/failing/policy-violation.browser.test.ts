/** Fails on purpose; see ../runner.node.test.ts. */
import { oneEvent } from '@open-wc/testing';

it('passes but for a policy violation', async () => {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "img-src 'none'";
  document.head.append(policy);
  const violation = oneEvent(document, 'securitypolicyviolation');
  const image = new Image();
  image.src = '/refused.png';
  document.body.append(image);
  await violation;
  await new Promise(resolve => setTimeout(resolve));
});
