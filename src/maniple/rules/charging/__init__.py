"""Charges: declared, answered, brought home or failed, and who meets whom.

charging        the declaring of charges
charge_samples  charges and answers to them by lot, for players that choose at random
facing          which facing of its target a charger will strike
charge_path     the path of a charge: one wheel about a front corner, then straight ahead
charge_angles   the wheels that a charge tries, in degrees about either front corner
charge_scene    what a charge meets: the charger, its target, and everything else on and round the table
align           setting a charger flush with the facing that it has struck
meet            a charger comes home: it moves into contact, is aligned, and all that touch will fight
touching        how many models of two bodies come into touch along a facing
defended        obstacles that a charge ends against, because the enemy behind defends them
loose_charge    charges of skirmishers and of single models: each goes his own way
responses       the answer to a charge, and what comes of it at once
chargers        the chargers move, one at a time
failed_charge   a charge that falls short: the charger goes its normal move towards the target
compelled       what is due as charges are declared, and charges that a unit must make
screens         skirmishers as a screen: nobody charges through them
"""
