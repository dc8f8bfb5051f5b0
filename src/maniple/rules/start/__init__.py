"""How a battle begins: the first event, zones, and deployment.

begin    how a battle begins: the first event, out of a field and the units of both armies
deploy   deployment: zones, units in turn, characters, the roll for the first turn
placing  where units and characters may be placed: the judges and samplers of deployment
"""
