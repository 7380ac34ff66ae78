type Permission = ReturnType<typeof sst.aws.permission>;

/** Where something is, and what may be done there. SST's own links grant every action; a grant names each. */
export interface Grant {
  environment: Record<string, $util.Input<string>>;
  permissions: Permission[];
}

export const grant = (
  environment: Grant["environment"],
  ...permissions: Parameters<typeof sst.aws.permission>[0][]
): Grant => ({ environment, permissions: permissions.map((permission) => sst.aws.permission(permission)) });
